import type { TrialOutcome } from '@auspex/sdk'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { ShowAll } from '../../ui/show-all.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const rankWords = { primary: 'Primary', secondary: 'Secondary', other: 'Other' }
const shortList = 6

/** What a study measures, the primary endpoints first. */
export const TrialOutcomes = ({ outcomes }: { outcomes: readonly TrialOutcome[] }) => {
  const [isAll, setIsAll] = useState(false)
  const primary = outcomes.filter(({ kind }) => kind === 'primary').length
  const few = Math.max(shortList, primary)
  if (outcomes.length === 0) return <p className={textStyles.remark}>The register names no outcomes.</p>
  return (
    <>
      <ul className={surfaces.lines}>
        {(isAll ? outcomes : outcomes.slice(0, few)).map((outcome, index) => (
          <li key={index} style={{ padding: '10px 0' }}>
            <span className={`${surfaces.badge} ${outcome.kind === 'primary' ? surfaces.accent : surfaces.muted}`}>
              {rankWords[outcome.kind]}
            </span>{' '}
            <span className={textStyles.strong}>{outcome.measure}</span>
            {outcome.timeFrame !== null && <span className={textStyles.note}> · {outcome.timeFrame}</span>}
            {outcome.description !== null && <p className={textStyles.detail}>{outcome.description}</p>}
          </li>
        ))}
      </ul>
      {outcomes.length > few && <ShowAll isAll={isAll} total={formatCount(outcomes.length)} onChange={setIsAll} />}
    </>
  )
}
