import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault } from './fault.ts'
import { describe, type Person, signInAs, until } from './person.ts'
import { withServer } from './with-server.ts'

const readers = 500
/** How long another person may wait, at the 99th percentile; the same as in the checks of costly queries and hostile pictures. */
const othersWaitMs = 500
/** On a machine that is busy with other work everybody waits, so the wait may also be this many times what it was before. */
const timesAsLong = 5

function findWait(before: number, during: number): string[] {
  return during > Math.max(othersWaitMs, before * timesAsLong)
    ? [`somebody else waited ${during} ms, before ${before} ms`]
    : []
}

/** A language model that starts to answer and then pauses until it is released, so streams stay open as long as a test needs. */
async function startHeldModel() {
  const openResponses = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    sendChunk(response, { delta: { role: 'assistant', content: 'I ' } })
    openResponses.add(response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // listen() on a TCP port never gives a pipe name
  return {
    url: `http://127.0.0.1:${port}/v1`,
    letGo(): void {
      for (const response of openResponses) {
        sendChunk(response, { delta: { content: 'found nothing.' }, finish_reason: 'stop' })
        response.end('data: [DONE]\n\n')
      }
      openResponses.clear()
    },
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

function sendChunk(response: ServerResponse, choice: object): void {
  const chunk = { id: 'held', object: 'chat.completion.chunk', created: 1, model: 'held' }
  response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, finish_reason: null, ...choice }] })}\n\n`)
}

/** An open stream: its run, and its full text once it has ended. */
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
  const readRest = async (): Promise<string> => {
    for (;;) {
      const { value, done } = await parts.read().catch(() => ({ value: undefined, done: true }))
      if (done || value === undefined) return text
      text += value
    }
  }
  return { runId: /"runId":"([^"]+)"/.exec(text)?.[1] ?? '', whole: readRest() }
}

/** How long another person's requests take, at the 99th percentile, during a fault; every tenth request is a write. */
async function waitOfOthers(
  other: Person,
  isOver: (requestCount: number) => boolean,
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

function askQuestion(member: Person, n: number): Promise<Response> {
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
        // a person may have four answers in progress at once; all other readers follow one of them
        const ownStreams = await Promise.all([0, 1, 2, 3].map(async (n) => openStream(await askQuestion(member, n))))
        const fifth = await describe(await askQuestion(member, 4))
        const followed = await Promise.all(
          Array.from({ length: readers - ownStreams.length }, async (_, n) => {
            const { runId = '' } = ownStreams[n % ownStreams.length] ?? {}
            return openStream(await member.send('GET', `/../assistant/v1/zeus/runs/${runId}/events`))
          }),
        )
        const openStreams = [...ownStreams, ...followed]
        const { p99, bad } = await waitOfOthers(other, (asked) => asked >= 200)
        faults.push(...bad, ...findWait(before.p99, p99))
        model.letGo()
        const texts = await Promise.all(openStreams.map(({ whole }) => whole))
        const completed = texts.filter((text) => /"outcome":"completed"/.test(text)).length
        const kinds = new Set(texts.map((text) => text.replaceAll(/: still here\n\n/g, '')))
        if (kinds.size !== ownStreams.length)
          faults.push(`${kinds.size} texts were read of ${ownStreams.length} answers`)
        return {
          seen: `${openStreams.length} open at once, ${completed} read to the end; a fifth answer at once: ${fifth}; somebody else: 200 of 200 answered, p99 ${p99} ms (before: ${before.p99} ms)`,
          lost: openStreams.length - completed + (await other.countLost()),
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
      let unanswered = readers
      const questionRuns = Array.from({ length: readers }, async (_, n) => {
        const reply = await askQuestion(member, n)
        const refused = reply.ok ? null : await describe(reply)
        const end = refused ?? /"outcome":"(\w+)"/.exec(await reply.text())?.[1] ?? 'cut'
        ends.set(end, (ends.get(end) ?? 0) + 1)
        unanswered -= 1
      })
      const { p99, bad } = await waitOfOthers(other, (n) => unanswered === 0 && n >= 100)
      await Promise.all(questionRuns)
      await until(async () => unanswered === 0)
      const unexpected = [...ends.keys()].filter((end) => end !== 'completed' && !end.startsWith('429'))
      // the other person's wait is reported without a limit: 500 at once are seconds of work, no matter who sends them
      const faults = [...before.bad, ...bad, ...unexpected.map((end) => `a question ended with ${end}`)]
      return {
        seen: `${[...ends].map(([end, count]) => `${count} ${end}`).join(', ')}; somebody else: p99 ${p99} ms (before: ${before.p99} ms)`,
        lost: (ends.get('cut') ?? 0) + (await other.countLost()),
        faults,
      }
    }),
}
