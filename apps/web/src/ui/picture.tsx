import { IconPhoto } from '@tabler/icons-react'
import { useCallback } from 'react'
import classes from './picture.module.css'

interface PictureProps {
  /** Null without one, or while it is fetched: the first letter of the title stands in its place. */
  content: Blob | null
  title: string
  size?: 'tile' | 'small'
}

/** The picture of a thing beside its title, so it says nothing of its own to a screen reader. */
export const Picture = ({ content, title, size = 'tile' }: PictureProps) => (
  <span className={classes.picture} data-size={size} aria-hidden>
    {content !== null ? (
      <BlobImage content={content} />
    ) : title.trim() === '' ? (
      <IconPhoto size={20} stroke={1.6} />
    ) : (
      firstLetter(title)
    )}
  </span>
)

/** The address of the bytes lives as long as the element that shows them. */
const BlobImage = ({ content }: { content: Blob }) => {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(content)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [content],
  )
  return <img ref={show} alt="" decoding="async" />
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const firstLetter = (title: string): string => {
  const [first] = letters.segment(title.trim())
  return (first?.segment ?? '').toUpperCase()
}
