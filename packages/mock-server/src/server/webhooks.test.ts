import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@auspex/sdk/webhooks'
import { expect, test } from 'vitest'
import { createMock } from '../create-mock.ts'
import { call, type Call } from '../testing/call.ts'
import { contractUnderTest } from '../testing/contract-under-test.ts'

const mock = createMock({ document: contractUnderTest() })
const send = async (wanted: Call) => (await call(mock.fetch, 'http://mock.example', wanted)).body
const createMonitor = (webhookUrl: string, channels = ['webhook']) =>
  send({
    method: 'POST',
    path: '/explore/createMonitorSubscription',
    json: {
      query: { query_term: 'oat milk' },
      rule: { kind: 'volume-above', documents: 5, windowDays: 7 },
      channels,
      webhookUrl,
    },
  })
const sendTest = ({ id }: { id: string }) => send({ method: 'POST', path: `/monitors/${id}/testNotifications` })

test('a monitor posts its test to the address that it was given, signed with its secret', async () => {
  const received: { headers: Record<string, string | string[] | undefined>; body: string }[] = []
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      return response.writeHead(received.length === 1 ? 204 : 500).end()
    })
  })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const { port } = receiver.address() as AddressInfo // a TCP port has no pipe name
  try {
    const monitor = await createMonitor(`http://127.0.0.1:${port}/hook`)
    expect((await sendTest(monitor)).channels).toEqual([{ channel: 'webhook', delivered: true, reason: null }])
    const { secret } = await send({ path: `/monitors/${monitor.id}/webhookSecret` })
    const [first] = received
    const message = await verifyWebhook({ body: first?.body ?? '', headers: first?.headers ?? {}, secret })
    expect(message).toMatchObject({ title: 'oat milk', isTest: true, alert: { subscriptionId: monitor.id } })
    expect((await sendTest(monitor)).channels[0]).toMatchObject({
      delivered: false,
      reason: 'The address answered 500.',
    })
  } finally {
    receiver.close()
  }
})

test('a monitor posts nothing to other machines', async () => {
  const { channels } = await sendTest(await createMonitor('https://hooks.example.org/auspex'))
  expect(channels).toEqual([
    { channel: 'webhook', delivered: false, reason: 'The mock posts only to addresses of its own machine.' },
  ])
})

test('an address without the channel webhook is refused in the words of the server', async () => {
  expect(await createMonitor('http://127.0.0.1:9/hook', ['inbox'])).toMatchObject({
    status: 422,
    code: 'subscriptions.webhook_unused',
    title: 'Nothing would be posted to this address',
    detail: 'Add webhook to the channels, or leave webhookUrl out.',
  })
})
