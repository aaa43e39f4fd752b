import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { failure } from '../../testing/server.ts'
import { signWebhook, verifyWebhook } from '../../webhooks.ts'

/** The example of the Standard Webhooks specification, which other libraries are tested against as well. */
const sample = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  now: 1_614_265_330_000,
}
const other = 'whsec_YW5vdGhlciBzZWNyZXQgb2YgYW4gZXhh'

describe('verifyWebhook', () => {
  test('accepts the signed example of the specification, and signs it the same', async () => {
    expect(await verifyWebhook(sample)).toEqual({ test: 2_432_232_314 })
    const { headers, ...message } = sample
    expect(await signWebhook({ ...message, id: headers['webhook-id'] })).toEqual(headers)
  })

  test('accepts bytes and text, headers of fetch and of Node.js', async () => {
    const body = new TextEncoder().encode(sample.body)
    const upper = Object.fromEntries(
      Object.entries(sample.headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    for (const headers of [new Headers(sample.headers), upper])
      expect(await verifyWebhook({ ...sample, body, headers })).toEqual({ test: 2_432_232_314 })
  })

  test('accepts a message while a secret is being replaced, on either side', async () => {
    expect(await verifyWebhook({ ...sample, secret: [other, sample.secret] })).toBeDefined()
    const wrong = createHmac('sha256', 'x').update('y').digest('base64')
    const signature = `v1,${wrong} v2,abc ${sample.headers['webhook-signature']}`
    const headers = { ...sample.headers, 'webhook-signature': signature }
    expect(await verifyWebhook({ ...sample, headers })).toBeDefined()
  })

  const { headers, now } = sample
  test.each([
    ['a changed body', { body: '{"test": 2432232315}' }, 'webhook.signature_mismatch'],
    ['a body that was read and written again', { body: '{"test":2432232314}' }, 'webhook.signature_mismatch'],
    ['the id of another message', { headers: { ...headers, 'webhook-id': 'msg_other' } }, 'webhook.signature_mismatch'],
    [
      'a time that was changed',
      { headers: { ...headers, 'webhook-timestamp': '1614265331' } },
      'webhook.signature_mismatch',
    ],
    ['another secret', { secret: other }, 'webhook.signature_mismatch'],
    [
      'a signature of another version',
      { headers: { ...headers, 'webhook-signature': 'v2,abc' } },
      'webhook.signature_mismatch',
    ],
    [
      'a signature that is no base64',
      { headers: { ...headers, 'webhook-signature': 'v1,%%%' } },
      'webhook.signature_mismatch',
    ],
    ['a message sent again after five minutes', { now: now + 301_000 }, 'webhook.too_old'],
    ['a message of the future', { now: now - 301_000 }, 'webhook.too_new'],
    ['a message older than one allows', { now: now + 2000, toleranceMs: 1000 }, 'webhook.too_old'],
    ['no signature', { headers: { ...headers, 'webhook-signature': undefined } }, 'webhook.header_missing'],
    ['no id', { headers: { ...headers, 'webhook-id': '' } }, 'webhook.header_missing'],
    ['a time that is no number', { headers: { ...headers, 'webhook-timestamp': 'now' } }, 'webhook.header_invalid'],
    ['an empty secret', { secret: '' }, 'webhook.secret_invalid'],
    ['no secret at all', { secret: [] }, 'webhook.secret_invalid'],
    ['a secret that is no base64', { secret: 'whsec_%%%' }, 'webhook.secret_invalid'],
  ])('refuses %s', async (_what, changes, code) => {
    expect(await failure(verifyWebhook({ ...sample, ...changes }))).toMatchObject({ name: 'WebhookError', code })
  })

  test('accepts a message at the end of its five minutes', async () => {
    expect(await verifyWebhook({ ...sample, now: now + 300_000 })).toBeDefined()
  })

  test('refuses an invalid JSON body, even if it is signed', async () => {
    const message = { body: 'hello', secret: other, now }
    const signed = await signWebhook({ ...message, id: 'msg_a' })
    expect(await failure(verifyWebhook({ ...message, headers: signed }))).toMatchObject({
      code: 'webhook.body_invalid',
    })
  })
})
