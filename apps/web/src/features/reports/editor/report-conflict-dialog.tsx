import { Button, Group, Modal, ScrollArea } from '@mantine/core'
import { useMemo } from 'react'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { ReportText } from '../report-text.tsx'
import type { ReportConflict, ReportEditor } from './use-report-editor.ts'
import classes from '../reports.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { matchSequences } from '../suggestions/pair-blocks.ts'

/** Two versions of a text side by side, and a merged one. Nothing is overwritten before the person chooses one. */
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
      title="This report was changed elsewhere while you were writing"
      closeButtonProps={{ 'aria-label': 'Decide later' }}
    >
      <p className={textStyles.soft}>
        Nothing is lost. All versions are here, and what you don’t choose stays in the history or in this browser.{' '}
        {merge.conflicts === 0
          ? 'The changes are in different places, so the merged text has both.'
          : `${formatPlural(merge.conflicts, 'place')} ${merge.conflicts === 1 ? 'was' : 'were'} changed in both versions. The merged text has both, one below the other.`}
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
          Keep the stored version
        </Button>
      </Group>
    </Modal>
  )
}

/** The merge of three versions of a text. */
interface Merge {
  readonly text: string
  /** Places that both changed differently: both versions are included, one below the other. */
  readonly conflicts: number
}

/**
 * Merges two edits of one text line by line: a change by one side is taken, and if both changed the same lines, both versions
 * stay. No line that one of them wrote is lost.
 */
export const mergeTexts = ({
  base,
  mine,
  theirs,
}: {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}): Merge => {
  const lines = [base, mine, theirs].map((text) => text.split('\n')) as [string[], string[], string[]] // one for each
  const [old, myLines, other] = lines
  const ownMatch = matchSequences(old, myLines)
  const otherMatch = matchSequences(old, other)
  const merged: string[] = []
  let conflicts = 0
  let [at, ownAt, otherAt] = [0, 0, 0]
  const settle = (oldEnd: number, ownEnd: number, otherEnd: number) => {
    const [was, mineNow, theirsNow] = [
      old.slice(at, oldEnd),
      myLines.slice(ownAt, ownEnd),
      other.slice(otherAt, otherEnd),
    ]
    if (isSame(mineNow, theirsNow) || isSame(theirsNow, was)) merged.push(...mineNow)
    else if (isSame(mineNow, was)) merged.push(...theirsNow)
    else {
      conflicts += 1
      merged.push(...theirsNow, ...(needsGap(theirsNow, mineNow) ? [''] : []), ...mineNow)
    }
    ;[at, ownAt, otherAt] = [oldEnd, ownEnd, otherEnd]
  }
  for (let place = 0; place < old.length; place += 1) {
    const [ownPlace, otherPlace] = [ownMatch[place] ?? -1, otherMatch[place] ?? -1]
    // a line unchanged by both ends the change before it
    if (ownPlace < 0 || otherPlace < 0) continue
    settle(place, ownPlace, otherPlace)
    merged.push(old[place] ?? '')
    ;[at, ownAt, otherAt] = [place + 1, ownPlace + 1, otherPlace + 1]
  }
  settle(old.length, myLines.length, other.length)
  return { text: merged.join('\n'), conflicts }
}

/** Keeps two adjacent paragraphs separate. */
const needsGap = (above: readonly string[], below: readonly string[]) =>
  (above.at(-1) ?? '').trim() !== '' && (below[0] ?? '').trim() !== ''

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, place) => line === b[place])
