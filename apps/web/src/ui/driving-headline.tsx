import classes from './driving-headline.module.css'
import { OutsideLink } from './outside-link.tsx'

interface DrivingHeadlineProps {
  title: string
  /** The address of its document; null when that is not known. */
  url: string | null
  /** Who published it, and when. */
  caption: string
}

/** The headline behind a growth, which opens its document. It stands beside the entry of a list, and is a stop of its own. */
export const DrivingHeadline = ({ title, url, caption }: DrivingHeadlineProps) => {
  const words = (
    <>
      <span className={classes.title}>“{title}”</span> <span className={classes.outlet}>{caption}</span>
    </>
  )
  return (
    <OutsideLink
      className={classes.headline}
      href={url}
      otherwise={<span className={classes.headline}>{words}</span>}
      data-beside
    >
      {words}
    </OutsideLink>
  )
}
