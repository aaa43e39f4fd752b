import type { TrialFacets as Facets } from '@auspex/sdk'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { formatCount } from '../../lib/numbers/format.ts'
import { ShowAll } from '../../ui/disclosure.tsx'
import textStyles from '../../ui/text-styles.module.css'
import { facetWords, wordOfValue } from './clinical-words.ts'
import type { TrialFilterName, TrialsSearch } from './clinical.search.ts'
import classes from './clinical.module.css'

const order: readonly TrialFilterName[] = ['status', 'phase', 'sponsorClass', 'country', 'startYear']
/** How many values of a facet are shown at first. */
const shortList = 6

interface TrialFacetsProps {
  facets: Facets
  search: TrialsSearch
  isCounting: boolean
  onGoOn: () => void
}

/** Studies by value, as counted from the register; selecting a value filters the search, and selecting it again removes the filter. */
export const TrialFacets = ({ facets, search, isCounting, onGoOn }: TrialFacetsProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <Stack component="nav" gap={18} aria-label="Narrow the studies">
      <CountProgress facets={facets} isCounting={isCounting} onGoOn={onGoOn} />
      {!facets.tooMany && (
        <>
          {/* Shown only on a phone, where the lists would separate the search field from the studies. */}
          <Button
            className={classes.narrow}
            variant="default"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide the filters' : 'Filter by status, phase, sponsor …'}
          </Button>
          <div id={id} className={classes.facets} data-open={isOpen}>
            {order.map((name) => (
              <Facet key={name} name={name} counts={facets.facets[name]} search={search} />
            ))}
          </div>
        </>
      )}
    </Stack>
  )
}

const CountProgress = ({ facets, isCounting, onGoOn }: Pick<TrialFacetsProps, 'facets' | 'isCounting' | 'onGoOn'>) => {
  if (facets.tooMany)
    return (
      <p className={textStyles.note} role="status">
        {formatCount(facets.total)} studies are too many to count one by one. Narrow your search to count them.
      </p>
    )
  if (facets.isComplete) return null
  return (
    <div role="status">
      <p className={textStyles.note}>
        {formatCount(facets.counted)} of {formatCount(facets.total)} studies counted
        {isCounting ? '; the rest follows.' : '. Counting has stopped.'}
      </p>
      {!isCounting && (
        <Button size="compact-sm" variant="default" mt={6} onClick={onGoOn}>
          Continue counting
        </Button>
      )}
    </div>
  )
}

interface FacetProps {
  name: TrialFilterName
  counts: Facets['facets'][TrialFilterName]
  search: TrialsSearch
}

const Facet = ({ name, counts, search }: FacetProps) => {
  const [isAll, setIsAll] = useState(false)
  const selected = search[name] ?? null
  const listed = isAll ? counts : counts.slice(0, shortList)
  const visibleValues = [
    ...listed,
    ...counts.filter(({ value }) => value === selected && !listed.some((count) => count.value === selected)),
  ]
  if (counts.length === 0) return null
  return (
    <section aria-label={facetWords[name]}>
      <h3 className={`${textStyles.small} ${textStyles.strong}`}>{facetWords[name]}</h3>
      <ul>
        {visibleValues.map(({ value, studies }) => {
          const isOn = value === selected
          const next = isOn ? undefined : value
          return (
            <li key={value}>
              <Link
                to="/trials"
                search={{ ...search, [name]: next }}
                className={classes.facet}
                data-on={isOn}
                aria-current={isOn ? 'true' : undefined}
                activeProps={{}}
                resetScroll={false}
              >
                <span className={textStyles.breakable}>{wordOfValue(name, value)}</span>
                <span className={textStyles.tabular}>{formatCount(studies)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
      {counts.length > shortList && <ShowAll isAll={isAll} total={formatCount(counts.length)} onChange={setIsAll} />}
    </section>
  )
}
