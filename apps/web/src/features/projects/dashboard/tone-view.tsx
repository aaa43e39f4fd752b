import type { ProjectTone, SignalTone, ToneLabel } from '@auspex/sdk'
import { Link } from '@tanstack/react-router'
import { formatCount, formatTone } from '../../../lib/format.ts'
import { toneOrder, toneWords } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ToneBadge } from '../../../ui/tone-badge.tsx'
import classes from './dashboard.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** At each end of the list. */
const shownAtEnd = 3

const words: Record<ToneLabel, string> = { ...toneWords, neutral: 'Mixed' }

/** How many signals are spoken well of, and which stand at the ends. */
export const ToneView = ({ tone }: { tone: ProjectTone }) => {
  const { items } = tone
  const ends = items.length <= 2 * shownAtEnd ? items : [...items.slice(0, shownAtEnd), ...items.slice(-shownAtEnd)]
  const known = toneOrder.filter((label) => tone[label] > 0)
  return (
    <Card>
      {known.length === 0 ? (
        <p className={textStyles.text}>No signal is measured yet. Refresh its portfolio.</p>
      ) : (
        <>
          <div className={classes.tones} aria-hidden>
            {known.map((label) => (
              <span key={label} style={{ flexGrow: tone[label], background: `var(--tone-${label})` }} />
            ))}
          </div>
          <ul className={classes.legend} aria-label="Signals by tone">
            {known.map((label) => (
              <li key={label}>
                <ToneBadge tone={label} label={`${words[label]} ${formatCount(tone[label])}`} />
              </li>
            ))}
          </ul>
          <ul className={surfaces.lines} aria-label="Signals by mean tone, lowest first">
            {ends.map((item) => (
              <Tone key={item.signal.signalId} item={item} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const Tone = ({ item: { signal, mean } }: { item: SignalTone }) => (
  <li className={classes.line}>
    <div className={classes.words}>
      <Link
        to="/signals/$signalId"
        params={{ signalId: signal.signalId }}
        preload={false}
        className={`${textStyles.plain} ${textStyles.strong} ${textStyles.breakable} ${classes.link}`}
      >
        {signal.title}
      </Link>
    </div>
    <span className={classes.value}>
      <span className={textStyles.figure} data-sure={mean.low > 0 || mean.high < 0}>
        {formatTone(mean.value)}
      </span>
      <span className={`${textStyles.small} ${textStyles.tabular}`}>
        {formatTone(mean.low)} to {formatTone(mean.high)}
      </span>
    </span>
  </li>
)
