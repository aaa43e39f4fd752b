/** Usage: node main.ts. A chat with Zeus: Ctrl-C stops an answer, Ctrl-D ends. */
import { createInterface } from 'node:readline/promises'
import { AbortedError, AuspexError, createClient } from '@auspex/sdk'
import { answer } from './answer.ts'

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
