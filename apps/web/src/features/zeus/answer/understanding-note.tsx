import type { Understanding } from '@auspex/sdk'
import classes from './answer.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** What the question was taken for, so that a wrong guess is seen before the numbers are believed. */
export const UnderstandingNote = ({
  understanding: { sentence, looksAt, notUnderstood },
}: {
  understanding: Understanding
}) => (
  <div className={classes.understanding}>
    <p className={textStyles.remark}>
      {sentence}
      {looksAt.length > 0 && ` Looked into: ${looksAt.join(', ')}.`}
    </p>
    {notUnderstood.length > 0 && !notUnderstood.every((words) => sentence.includes(`“${words}”`)) && (
      <p className={textStyles.remark}>
        <b>Not understood:</b> {notUnderstood.map((words) => `“${words}”`).join(', ')}
      </p>
    )}
  </div>
)
