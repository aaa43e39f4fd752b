import { expect, test } from 'vitest'
import { readLog } from './read-log.ts'

const step = (stepId: string, ...statuses: string[]) => ({
  stepId,
  response: { statusCode: 404, body: { code: 'signals.not_found' } },
  checks: statuses.map((status) => ({ status, message: 'Checking the status' })),
})

const logOf = (...executedWorkflows: object[]) => JSON.stringify({ files: { 'a.arazzo.yaml': { executedWorkflows } } })

test('a journey whose workflows all succeeded is green, also when a step was tried again', () => {
  const workflow = {
    workflowId: 'read',
    status: 'success',
    executedSteps: [step('wait', 'error'), step('wait', 'success')],
  }
  expect(readLog(logOf(workflow))).toEqual([{ file: 'a.arazzo.yaml', isGreen: true, faults: [] }])
})

test('a journey that failed says at which step, and what came instead', () => {
  const workflow = {
    workflowId: 'read',
    status: 'error',
    executedSteps: [step('search', 'success'), step('report', 'error')],
  }
  expect(readLog(logOf(workflow))).toEqual([
    {
      file: 'a.arazzo.yaml',
      isGreen: false,
      faults: ['read, report: Checking the status; got 404 {"code":"signals.not_found"}'],
    },
  ])
})

test('a journey of no workflow is not green', () => {
  expect(readLog(logOf())[0]?.isGreen).toBe(false)
})
