import type { NewsHidden } from '@auspex/sdk'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { useDeleteMute, newestOptions } from '../news.queries.ts'
import { type NewsSearch, searchFiltersOf } from '../news.search.ts'
import { addDays } from '../../../lib/time/dates.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import classes from '../news.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** What mutes hide from the list, each with an undo; renders nothing if they hide nothing. */
export const HiddenNote = ({ hidden, search }: { hidden: readonly NewsHidden[]; search: NewsSearch }) => {
  const [isOpen, { toggle }] = useDisclosure(false)
  const navigate = useNavigate()
  const remove = useDeleteMute(useClient())
  const total = hidden.reduce((sum, { documents }) => sum + documents, 0)
  if (total === 0) return null
  return (
    <div className={`${textStyles.note} ${classes.hiddenNote}`}>
      <span>
        Mutes hide {formatPlural(total, 'article')} here.{' '}
        <button type="button" className={classes.textButton} aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? 'Less' : 'Which?'}
        </button>{' '}
        <button
          type="button"
          className={classes.textButton}
          onClick={() =>
            void navigate({ to: '/news', search: { ...search, muted: search.muted === undefined ? '1' : undefined } })
          }
        >
          {search.muted === undefined ? 'Show them' : 'Hide them again'}
        </button>
      </span>
      {isOpen && (
        <ul className={classes.mutes}>
          {hidden.map(({ muteId, title, documents }) => (
            <li key={muteId}>
              <span className={textStyles.breakable}>
                “{title}” hides {formatPlural(documents, 'article')}
              </span>
              <Button size="compact-xs" variant="default" onClick={() => remove.mutate(muteId)}>
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A link to the newest week with articles, if the selected days have none; renders nothing if there is no such week. */
export const OlderNews = ({ search }: { search: NewsSearch }) => {
  const { data: newest } = useQuery(newestOptions(useClient(), search.feed))
  if (newest == null || (search.to !== undefined && newest === search.to)) return null
  return (
    <LinkButton
      to="/news"
      search={{ ...searchFiltersOf(search), feed: search.feed, show: undefined, from: addDays(newest, -6), to: newest }}
    >
      Show the week to {formatDay(newest)}
    </LinkButton>
  )
}
