import type { QueryInSource } from '@auspex/sdk'
import classes from './query-sources.module.css'

/** What each source is asked in its own words, and what it does not honour. */
export const QuerySources = ({ sources }: { sources: readonly QueryInSource[] }) => (
  <ul className={classes.list} aria-label="What each source is asked">
    {sources.map(({ key, label, nativeQuery, requests, notHonoured }) => (
      <li key={key} className={classes.source}>
        <span className={classes.label}>{label}</span>
        <span className={classes.words}>
          {nativeQuery === null ? (
            <span className={classes.note}>{notHonoured.length === 0 ? 'Not asked by words' : 'Not asked'}</span>
          ) : (
            <code className={classes.code}>{nativeQuery}</code>
          )}
          {requests > 1 && <span className={classes.note}>{requests} requests</span>}
          {notHonoured.map((sentence) => (
            <span key={sentence} className={classes.lost}>
              {sentence}
            </span>
          ))}
        </span>
      </li>
    ))}
  </ul>
)
