import { Button } from '@mantine/core'
import { useState } from 'react'
import textStyles from '../../ui/text-styles.module.css'
import classes from './clinical.module.css'

/** What is shown at first: so many letters, on so many lines. */
const shortText = 420
const fewLines = 7

/** Text with its line breaks; a long one begins short and can be opened. */
export const ClampedText = ({ text }: { text: string }) => {
  const [isWhole, setIsWhole] = useState(false)
  const lines = text.split('\n')
  const isLong = text.length > shortText + 80 || lines.length > fewLines + 2
  const head = lines.slice(0, fewLines).join('\n')
  const cut = head.length > shortText ? head.slice(0, shortText).replace(/\s+\S*$/, '') : head.trimEnd()
  return (
    <div>
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
    </div>
  )
}
