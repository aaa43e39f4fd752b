import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { formatInstant, formatPlural } from '../../../lib/format.ts'
import { budgetOptions } from '../zeus.queries.ts'

/** So many questions before the end of the day's share it is told. */
const few = 10

/** How many questions are left today, once they are few; what else there is to say until then. */
export const BudgetNote = ({ isRunning, otherwise }: { isRunning: boolean; otherwise: string }) => {
  // each answer uses some, so it is read again behind each
  const { data } = useQuery({ ...budgetOptions(useClient()), enabled: !isRunning })
  if (!data) return otherwise
  const left = Math.max(0, data.runsLimit - data.runsUsed)
  const tokens = data.tokensLimit === null ? null : Math.max(0, data.tokensLimit - (data.tokensUsed ?? 0))
  if (left > 0 && tokens !== 0) return left > few ? otherwise : `${formatPlural(left, 'question')} left today`
  return `What you may ask in a day is used up; you can ask again from ${formatInstant(data.resetsAt)}`
}
