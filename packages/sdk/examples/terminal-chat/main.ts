/** Usage: node main.ts. A chat with Zeus: Ctrl-C stops an answer, Ctrl-D ends. */
import { createInterface } from 'node:readline/promises'
import { AbortedError, type AuspexClient, AuspexError, createClient, streamZeusReply } from '@auspex/sdk'

interface Question {
  readonly message: string
  /** The conversation to continue; null starts one */
  readonly threadId: string | null
}

interface Terminal {
  write(text: string): void
}

/** Streams one answer to the terminal; returns the id of its conversation. */
const answer = async (
  { message, threadId }: Question,
  { client, terminal, signal }: { client: AuspexClient; terminal: Terminal; signal: AbortSignal },
): Promise<string | null> => {
  let thread = threadId
  for await (const event of streamZeusReply({ message, threadId }, { client, signal })) {
    // Not printed: citations, usage, actions for screens, and events that later servers may add.
    if (event.type === 'run-start') thread = event.threadId
    else if (event.type === 'text-delta') terminal.write(event.delta)
    else if (event.type === 'tool-call') terminal.write(`\n  (asks ${event.operationId})\n`)
    else if (event.type === 'run-error') terminal.write(`\n${event.problem.title}\n`)
    else if (event.type === 'run-end') terminal.write(`\n[${event.outcome}, ${event.citations} citations]\n`)
  }
  return thread
}

const url = process.env.AUSPEX_URL ?? 'http://localhost:4000'
const client = createClient({
  baseUrl: `${url}/api`,
  assistantUrl: `${url}/assistant`,
  auth: { getToken: () => process.env.AUSPEX_TOKEN },
})
const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' })
let stopping = new AbortController()
let threadId: string | null = null
lines.on('SIGINT', () => stopping.abort())

lines.prompt()
for await (const message of lines) {
  stopping = new AbortController()
  try {
    threadId = await answer({ message, threadId }, { client, terminal: process.stdout, signal: stopping.signal })
  } catch (error) {
    if (error instanceof AbortedError) console.log('\n[stopped]')
    else if (error instanceof AuspexError) console.error(`\n${error.productMessage ?? error.message}`)
    else throw error
  }
  lines.prompt()
}
