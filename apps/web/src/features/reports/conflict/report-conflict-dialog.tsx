import { Button, Group, Modal, ScrollArea } from '@mantine/core'
import { useMemo } from 'react'
import { formatPlural } from '../../../lib/format.ts'
import { ReportText } from '../report-text.tsx'
import type { ReportConflict, ReportEditor } from '../editor/use-report-editor.ts'
import { mergeTexts } from './merge-texts.ts'
import classes from './conflict.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Two versions of a text beside each other, and both in one. Nothing is stored over the other before one was chosen. */
export const ReportConflictDialog = ({ conflict, editor }: { conflict: ReportConflict; editor: ReportEditor }) => {
  const { base, mine, theirs } = conflict
  const merge = useMemo(() => mergeTexts({ base, mine, theirs: theirs.contents }), [base, mine, theirs])
  const versions = [
    { name: 'Yours', text: mine },
    { name: 'Stored now', text: theirs.contents },
    { name: 'Both, merged', text: merge.text },
  ]
  return (
    <Modal
      opened
      radius="lg"
      onClose={editor.postpone}
      size={1100}
      title="This report was changed elsewhere while you wrote"
      closeButtonProps={{ 'aria-label': 'Decide later' }}
    >
      <p className={textStyles.soft}>
        Nothing is lost: all versions are here, and what you do not choose stays in the history or in this browser.{' '}
        {merge.conflicts === 0
          ? 'The changes are in different places, so the merged text has both.'
          : `${formatPlural(merge.conflicts, 'place')} ${merge.conflicts === 1 ? 'was' : 'were'} changed in both; the merged text has both there, one below the other.`}
      </p>
      <div className={classes.versions}>
        {versions.map(({ name, text }) => (
          <section key={name} aria-label={name}>
            <h3 className={textStyles.eyebrow}>{name}</h3>
            <ScrollArea.Autosize
              mah="44vh"
              className={`${surfaces.panel} ${classes.version}`}
              viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': `${name}: text` }}
            >
              <ReportText text={text} topLevel={4} />
            </ScrollArea.Autosize>
          </section>
        ))}
      </div>
      <Group gap="xs" mt={20}>
        <Button data-autofocus onClick={() => void editor.settle(conflict, merge.text)}>
          Keep both, merged
        </Button>
        <Button variant="default" onClick={() => void editor.settle(conflict, mine)}>
          Keep yours
        </Button>
        <Button variant="default" onClick={() => editor.take(theirs)}>
          Keep what is stored
        </Button>
      </Group>
    </Modal>
  )
}
