import type { Job, JobContext } from '../jobs.port.ts'

/** Runs jobs one after the other in the caller's place, each once, as a queue would with nothing else to do. For tests. */
export async function runOnce(
  jobs: Job | readonly Job[],
  { payload = {}, ...context }: Partial<JobContext> & { payload?: object } = {},
): Promise<void> {
  const given: JobContext = {
    id: 'job_1',
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
    reportProgress: async () => {},
    ...context,
  }
  for (const job of [jobs].flat()) await job.run(payload, given)
}
