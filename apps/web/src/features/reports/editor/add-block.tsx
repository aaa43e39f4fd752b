import { measureReportBlock, type ReportBlockContent } from '@auspex/sdk'
import { Button, Checkbox, Popover, Select, Stack } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconChartLine } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { listRecentSearchesQueryOptions } from '@auspex/sdk/react'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import type { SignalBlock } from '../markdown/signal-block.ts'
import { blockChoices, toBlockContent } from './block-choices.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** Puts a number, a chart or a section of a signal into the text, measured now. */
export const AddBlock = ({ onAdd }: { onAdd: (block: SignalBlock) => void }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <RichTextEditor.ControlsGroup>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={300} trapFocus withArrow={false}>
        <Popover.Target>
          <RichTextEditor.Control
            aria-label="Insert what a signal shows"
            title="Insert what a signal shows"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen((before) => !before)}
          >
            <IconChartLine size={16} stroke={1.5} aria-hidden />
          </RichTextEditor.Control>
        </Popover.Target>
        <Popover.Dropdown aria-label="Insert what a signal shows">
          <BlockForm
            onAdd={(block) => {
              setOpen(false)
              onAdd(block)
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </RichTextEditor.ControlsGroup>
  )
}

const BlockForm = ({ onAdd }: { onAdd: (block: SignalBlock) => void }) => {
  const client = useClient()
  const { data } = useQuery(listRecentSearchesQueryOptions({ request: { client } }))
  const signals = new Map(data?.items.map(({ signalId, query }) => [signalId, query.title]))
  const [chosen, setChosen] = useState<string | null>(null)
  const [what, setWhat] = useState('number.documents')
  const [frozen, setFrozen] = useState(false)
  const measure = useMutation({
    mutationFn: (content: ReportBlockContent) => measureReportBlock({ content }, { client }),
    onSuccess: (measured) => onAdd({ ...measured, frozen }),
  })
  const signalId = chosen ?? signals.keys().next().value ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signalId !== null) measure.mutate(toBlockContent(what, { signalId, title: signals.get(signalId) ?? '' }))
  }
  if (data && signals.size === 0)
    return <p className={textStyles.text}>Search a topic first: a block shows what its report measured.</p>
  return (
    <form onSubmit={submit}>
      <Stack gap={12}>
        <Select
          label="Signal"
          data={[...signals].map(([value, label]) => ({ value, label }))}
          value={signalId}
          onChange={setChosen}
          allowDeselect={false}
          searchable
          // the form opens with the focus here, and a list over its button is not what anybody opened
          openOnFocus={false}
          nothingFoundMessage="You have not looked at such a signal"
          disabled={!data}
          comboboxProps={{ withinPortal: false }}
        />
        <Select
          label="What of it"
          data={blockChoices}
          value={what}
          onChange={(value) => value && setWhat(value)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
        />
        <Checkbox
          label="Freeze: keep the values of now"
          checked={frozen}
          onChange={(event) => setFrozen(event.currentTarget.checked)}
        />
        {measure.error && (
          <p className={textStyles.fault} role="alert">
            {describeFailure(measure.error).message}.
          </p>
        )}
        <Button type="submit" loading={measure.isPending} disabled={signalId === null}>
          Insert
        </Button>
      </Stack>
    </form>
  )
}
