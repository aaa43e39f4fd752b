import classes from './components.module.css'
import { OutsideLink } from './outside-link.tsx'

interface DrivingHeadlineProps {
  title: string
  /** The address of its document; null if not known. */
  url: string | null
  /** Publisher and date. */
  caption: string
}

/** The headline that explains a growth, which opens its document. It is beside the entry of a list and is its own tab stop. */
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
