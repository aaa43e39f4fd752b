import type { ReactNode } from 'react'
import { useAccount } from '../../lib/account.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import classes from './shared.module.css'
import textStyles from '../../ui/text-styles.module.css'

/** A quiet page: the name of the product, what is shared, and nothing to press. No search engine lists it, and no site it leads to learns its address. */
export const SharedFrame = ({ title, children }: { title: string | null; children: ReactNode }) => {
  const { isSignedIn } = useAccount()
  return (
    <>
      <title>{title === null ? 'Shared · Auspex' : `${title} · Auspex`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <header className={classes.header}>
        <Wordmark />
        <span className={textStyles.caption}>Shared with you, read only</span>
        {isSignedIn && (
          // A whole load: what was opened for a link knows nothing of the person's own pages.
          <a className={`${textStyles.link} ${classes.own}`} href="/">
            Your Auspex
          </a>
        )}
      </header>
      <main id="content" className={classes.page}>
        {children}
      </main>
    </>
  )
}
