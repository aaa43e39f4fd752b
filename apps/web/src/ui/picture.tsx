import classes from './picture.module.css'

interface PictureProps {
  /** Null without one, or while it is fetched: the first letter stands in its place. */
  url: string | null
  title: string
  size?: 'tile' | 'wide' | 'small'
}

/** The picture of a thing beside its title, so it says nothing of its own to a screen reader. */
export const Picture = ({ url, title, size = 'tile' }: PictureProps) => (
  <span className={classes.picture} data-size={size} aria-hidden>
    {url === null ? [...title.trim()][0]?.toUpperCase() : <img src={url} alt="" decoding="async" />}
  </span>
)
