import { ErrorView, type ErrorViewProps } from '../ui/error-view.tsx'
import { describeFailure } from './failure.ts'

type Actions = Omit<ErrorViewProps, 'message' | 'detail' | 'requestId'>

/** The generic error view for any failure. */
export const FailureView = ({ error, ...actions }: { error: unknown } & Actions) => (
  <ErrorView {...describeFailure(error)} {...actions} />
)
