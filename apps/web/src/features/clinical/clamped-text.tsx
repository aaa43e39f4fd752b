import { Button } from '@mantine/core'
import { useState } from 'react'
import textStyles from '../../ui/text-styles.module.css'
import classes from './clinical.module.css'

/** Letters that are shown at first. */
const shortText = 420

/** Text with its line breaks; a long one begins short and can be opened. */
export const ClampedText = ({ text }: { text: string }) => {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > shortText + 80
  const cut = text.slice(0, shortText).replace(/\s+\S*$/, '')
  return (
    <>
      <p className={`${textStyles.soft} ${classes.abstract}`}>{isLong && !isWhole ? `${cut} …` : text}</p>
      {isLong && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          ml={-8}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'Read all'}
        </Button>
      )}
    </>
  )
}
