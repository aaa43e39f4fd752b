import type { Job, JobContext } from '../jobs.port.ts'

/** Runs jobs one after the other in the caller, each once, as an otherwise idle queue would. For tests. */
export async function runOnce(
  jobs: Job | readonly Job[],
  { payload = {}, ...context }: Partial<JobContext> & { payload?: object } = {},
): Promise<void> {
  const completeContext: JobContext = {
    id: 'job_1',
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
    reportProgress: async () => {},
    ...context,
  }
  for (const job of [jobs].flat()) await job.run(payload, completeContext)
}
