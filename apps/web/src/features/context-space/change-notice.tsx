import type { ContextPoint } from '@auspex/sdk'
import { Button, Group } from '@mantine/core'
import type { FailureText } from '../../lib/failure.ts'
import classes from './context-space-page.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** The last change to the map. */
export type Change =
  | { readonly kind: 'added'; readonly points: readonly ContextPoint[]; readonly unplaced: readonly string[] }
  | { readonly kind: 'removed'; readonly points: readonly ContextPoint[] }

interface ChangeNoticeProps {
  change: Change | null
  failure: FailureText | null
  onUndo: () => void
}

/** Says what was done, and takes it back; said aloud, too. */
export const ChangeNotice = ({ change, failure, onUndo }: ChangeNoticeProps) => (
  <Group
    className={classes.notice}
    gap={10}
    wrap="nowrap"
    role="status"
    data-shown={change !== null || failure !== null}
  >
    {failure ? (
      <span className={textStyles.fault}>
        {failure.message}. {failure.detail}
      </span>
    ) : (
      change && (
        <>
          <span>{wordsOf(change)}</span>
          {change.points.length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={onUndo}>
              Undo
            </Button>
          )}
        </>
      )
    )}
  </Group>
)

const wordsOf = (change: Change): string => {
  const names = change.points.map(({ label }) => label).join(', ')
  if (change.kind === 'removed') return `${names} was removed from the map.`
  const missing =
    change.unplaced.length > 0 ? ` None of the documents read contains ${change.unplaced.join(', ')}.` : ''
  if (names === '') return missing === '' ? 'That is already on the map.' : missing.trim()
  return `${names} ${change.points.length === 1 ? 'is' : 'are'} now on the map.${missing}`
}
