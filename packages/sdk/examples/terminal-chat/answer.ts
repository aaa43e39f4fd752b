import { type AuspexClient, streamZeusReply } from '@auspex/sdk'

export interface Question {
  readonly message: string
  /** The conversation to continue; null starts one */
  readonly threadId: string | null
}

export interface Terminal {
  write(text: string): void
}

/** Streams one answer to the terminal; returns the id of its conversation. */
export const answer = async (
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
