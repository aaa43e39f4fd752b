import type { ZeusReport } from '@auspex/sdk/types'
import { CodedError } from '../../../kernel/errors.ts'

/** Unknown, deleted or owned by someone else: the error does not distinguish these. */
export function reportNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'zeus_reports.not_found',
    title: 'There is no such report',
    detail: 'It may have been deleted; a deleted report can be brought back for 30 days.',
  })
}

export function versionNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'zeus_reports.version_not_found',
    title: 'This version no longer exists',
    detail: 'The newest 100 versions are kept; list them and choose one.',
  })
}

export function threadNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'zeus_reports.thread_not_found',
    title: 'There is no such thread',
    detail: 'It may have been deleted; save the report without it.',
  })
}

/** The report was changed after it was read. The error contains the current version, so that nothing is lost. */
export function reportStale(current: ZeusReport): CodedError {
  return new CodedError({
    kind: 'conflict',
    code: 'zeus_reports.stale',
    title: 'This report was changed meanwhile',
    detail: 'Compare it with what is stored now, then save again.',
    current,
  })
}
