import { createJob, type Job, type Queue } from '../../adapters/jobs/jobs.port.ts'
import { runsQueue } from './runs/queue-run.ts'
import { runWorkflow, type RunDependencies } from './runs/run-workflow.ts'
import { createRunsRepository } from './runs/runs.repository.ts'
import { startDue, type StartDueDependencies } from './schedule/start-due.ts'

const dueQueue: Queue = { name: 'workflow-schedules', isExclusive: true, schedule: '* * * * *', pollSeconds: 30 }
const forgetQueue: Queue = { name: 'workflow-runs-expired', isExclusive: true, schedule: '17 4 * * *', pollSeconds: 60 }

const retentionMs = 180 * 86_400_000

const broken = {
  code: 'workflows.cut_off',
  reason:
    'The server was interrupted repeatedly during the run. The results of its steps are kept: continue from where it stopped.',
}

/** The queue of runs that a person started. */
export function createRunJobs(deps: RunDependencies): Job[] {
  const { runs, clock } = deps
  return [
    createJob({
      queue: runsQueue,
      run: ({ runId }, { signal }) => runWorkflow(runId, deps, signal),
      // the process died each time, so no attempt could record a failure
      giveUp: ({ runId }) => runs.end(runId, { state: 'failed', failure: broken, at: clock.now() }),
    }),
  ]
}

/** Starts due schedules and deletes old runs. */
export function createScheduleJobs(deps: StartDueDependencies): Job[] {
  const { database, clock } = deps
  return [
    createJob({ queue: dueQueue, run: async (_payload, { signal }) => startDue(deps, signal) }),
    createJob({
      queue: forgetQueue,
      run: () => createRunsRepository(database.kysely).forgetEnded(new Date(clock.now().getTime() - retentionMs)),
    }),
  ]
}
