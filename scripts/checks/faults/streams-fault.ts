import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault } from './fault.ts'
import { describe, type Person, signInAs, until } from './person.ts'
import { withServer } from './with-server.ts'

const readers = 500
/** What another person may wait for, at the 99th percentile: as beside costly questions and hostile pictures. */
const othersWaitMs = 500
/** On a machine that is busy with something else everybody waits: then what counts is how much more it is than before. */
const timesAsLong = 5

function findWait(before: number, during: number): string[] {
  return during > Math.max(othersWaitMs, before * timesAsLong)
    ? [`somebody else waited ${during} ms, before ${before} ms`]
    : []
}

/** A language model that begins to answer and says no more until it is let go: streams stay open as long as a test wants. */
async function startHeldModel() {
  const held = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    say(response, { delta: { role: 'assistant', content: 'I ' } })
    held.add(response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // listen() on TCP gives no name of a pipe
  return {
    url: `http://127.0.0.1:${port}/v1`,
    letGo(): void {
      for (const response of held) {
        say(response, { delta: { content: 'found nothing.' }, finish_reason: 'stop' })
        response.end('data: [DONE]\n\n')
      }
      held.clear()
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

function say(response: ServerResponse, choice: object): void {
  const chunk = { id: 'held', object: 'chat.completion.chunk', created: 1, model: 'held' }
  response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`)
}

/** A stream that is open: the run that it tells of, and all of its text once it has ended. */
interface OpenStream {
  runId: string
  whole: Promise<string>
}

async function openStream(reply: Response): Promise<OpenStream> {
  if (!reply.ok || reply.body === null) throw new Error(`A stream was refused with ${await describe(reply)}`)
  const parts = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('\n\n')) {
    const { value, done } = await parts.read()
    if (done) break
    text += value
  }
  const rest = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await parts.read().catch(() => ({ value: undefined, done: true }))
      if (done || value === undefined) return text
      text += value
    }
  }
  return { runId: /"runId":"([^"]+)"/.exec(text)?.[1] ?? '', whole: rest() }
}

/** How long somebody else waits, at the 99th percentile, while something lasts; every tenth request writes. */
async function waitOfOthers(
  other: Person,
  isOver: (asked: number) => boolean,
): Promise<{ p99: number; bad: string[] }> {
  const [times, bad]: [number[], string[]] = [[], []]
  for (let n = 0; !isOver(n); n += 1) {
    const began = performance.now()
    const answer =
      n % 10 === 0
        ? await other.write(`beside ${performance.now()}`)
        : await describe(await other.send('GET', '/users/me'))
    times.push(performance.now() - began)
    if (answer !== '200') bad.push(`somebody else met ${answer}`)
  }
  times.sort((a, b) => a - b)
  return { p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0), bad }
}

function ask(member: Person, n: number): Promise<Response> {
  return member.send('POST', '/../assistant/v1/zeus/query-stream', { message: `oat milk ${n}` })
}

export const manyStreams: Fault = {
  name: '500 streams',
  async run() {
    const model = await startHeldModel()
    const environment = { AUSPEX_MODEL_URL: model.url, AUSPEX_MODEL_NAME: 'held' }
    try {
      return await withServer(environment, async (server, member) => {
        const other = await signInAs(server, 'godmode')
        const before = await waitOfOthers(other, (asked) => asked >= 200)
        const faults = [...before.bad]
        // four answers at once are a person's; everybody else who looks follows one of them
        const written = await Promise.all([0, 1, 2, 3].map(async (n) => openStream(await ask(member, n))))
        const fifth = await describe(await ask(member, 4))
        const followed = await Promise.all(
          Array.from({ length: readers - written.length }, async (_, n) => {
            const { runId = '' } = written[n % written.length] ?? {}
            return openStream(await member.send('GET', `/../assistant/v1/zeus/runs/${runId}/events`))
          }),
        )
        const open = [...written, ...followed]
        const { p99, bad } = await waitOfOthers(other, (asked) => asked >= 200)
        faults.push(...bad, ...findWait(before.p99, p99))
        model.letGo()
        const texts = await Promise.all(open.map(({ whole }) => whole))
        const completed = texts.filter((text) => /"outcome":"completed"/.test(text)).length
        const kinds = new Set(texts.map((text) => text.replaceAll(/: still here\n\n/g, '')))
        if (kinds.size !== written.length) faults.push(`${kinds.size} texts were read of ${written.length} answers`)
        return {
          seen: `${open.length} open at once, ${completed} read to the end; a fifth answer at once: ${fifth}; somebody else: 200 of 200 answered, p99 ${p99} ms (before: ${before.p99} ms)`,
          lost: open.length - completed + (await other.countLost()),
          faults,
        }
      })
    } finally {
      model.close()
    }
  },
}

export const manyQuestions: Fault = {
  name: '500 questions at once of one person',
  run: () =>
    withServer({ AUSPEX_ZEUS_RUNS_PER_DAY: '100000' }, async (server, member) => {
      const other = await signInAs(server, 'godmode')
      const before = await waitOfOthers(other, (n) => n >= 200)
      const ends = new Map<string, number>()
      let left = readers
      const asked = Array.from({ length: readers }, async (_, n) => {
        const reply = await ask(member, n)
        const refused = reply.ok ? null : await describe(reply)
        const end = refused ?? /"outcome":"(\w+)"/.exec(await reply.text())?.[1] ?? 'cut'
        ends.set(end, (ends.get(end) ?? 0) + 1)
        left -= 1
      })
      const { p99, bad } = await waitOfOthers(other, (n) => left === 0 && n >= 100)
      await Promise.all(asked)
      await until(async () => left === 0)
      const unexpected = [...ends.keys()].filter((end) => end !== 'completed' && !end.startsWith('429'))
      // how long somebody else waits is told and has no bar: 500 at once are work for seconds, whoever sends them
      const faults = [...before.bad, ...bad, ...unexpected.map((end) => `a question ended with ${end}`)]
      return {
        seen: `${[...ends].map(([end, count]) => `${count} ${end}`).join(', ')}; somebody else: p99 ${p99} ms (before: ${before.p99} ms)`,
        lost: (ends.get('cut') ?? 0) + (await other.countLost()),
        faults,
      }
    }),
}
