import { setTimeout as pause } from 'node:timers/promises'
import type { SearchState, SignalQuery, SignalReport } from '@auspex/sdk/types'
import { findContradictions } from './find-contradictions.ts'

/** Sends a request to an API, as a POST if it has a body; throws unless it succeeds or is refused with 422. */
export type Send = <Reply>(path: string, body?: object) => Promise<Reply>

/** Queries each topic, and variants of some, and prints contradictions; returns 0 if there are none and most topics have a report. */
export async function checkReports(send: Send, topics: readonly string[]): Promise<0 | 1> {
  let [reports, sentences, faults] = [0, 0, 0]
  const questions = topics.flatMap((topic, index): SignalQuery[] => [
    { query_term: topic },
    ...(index % 10 === 0 ? [{ query_term: topic, geo: 'US', sources: ['imported' as const] }] : []),
  ])
  for (const question of questions) {
    const id = await search(send, question)
    if (id === undefined) continue // too few documents for a report
    const report = await send<SignalReport>(`/signal/json/${id}`)
    reports += 1
    sentences += report.summary.statements.length
    for (const { rule, text } of findContradictions(report)) {
      faults += 1
      console.log(`${report.query.subject ?? report.query.title}: ${rule}: ${text}`)
    }
  }
  console.log(`${reports} reports, ${sentences} sentences, ${faults} contradictions`)
  return faults === 0 && reports > questions.length / 2 ? 0 : 1
}

async function search(send: Send, question: SignalQuery): Promise<string | undefined> {
  let state = await send<Partial<SearchState>>('/explore/topicQuery', question)
  while (state.request_id !== undefined && state.finishedAt === null) {
    await pause(20)
    state = await send<Partial<SearchState>>('/explore/getQueryStatus', { request_id: state.request_id })
  }
  return state.signal_id
}
