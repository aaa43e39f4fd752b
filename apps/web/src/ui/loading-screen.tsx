import { Loader } from '@mantine/core'
import { Wordmark } from './wordmark.tsx'
import classes from './full-page.module.css'

/** Shown while the app loads, while it signs out, and when there is no user. */
export const LoadingScreen = ({ label = 'Loading' }: { label?: string }) => (
  <main className={classes.page} aria-busy="true">
    <div className={classes.stack}>
      <Wordmark />
      <Loader size="sm" type="dots" aria-hidden />
      <output className={classes.quiet}>{label}</output>
    </div>
  </main>
)
