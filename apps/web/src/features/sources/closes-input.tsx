import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDayRange, formatPlural } from '../../lib/format.ts'
import type { ParsedCloses } from './parse-closes.ts'
import classes from './import-prices.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

interface ClosesInputProps {
  value: string
  parsed: ParsedCloses
  /** Somebody pressed import: an empty field is a fault now. */
  isAsked: boolean
  onChange: (text: string) => void
}

/** Larger files hold more than one import takes. */
const mostBytes = 4_000_000
/** Faults that are shown; whoever has more mends the file, not the lines. */
const shownFaults = 5

/** Prices as a file or pasted, with what was read of them. */
export const ClosesInput = ({ value, parsed: { closes, faults }, isAsked, onChange }: ClosesInputProps) => {
  const [refused, setRefused] = useState<string>()
  const read = async (file: File | null) => {
    if (file === null) return
    setRefused(file.size > mostBytes ? `${file.name} is larger than 4 MB. Send it in parts.` : undefined)
    if (file.size <= mostBytes) onChange(await file.text())
  }
  const days = closes.map(({ day }) => day).toSorted()
  const [firstDay, lastDay] = [days[0], days.at(-1)]
  return (
    <Stack gap={10} miw={0}>
      <Textarea
        label="Date and closing price, one per line"
        placeholder={'date,close\n2026-11-19,14.35\n2026-11-20,14.81'}
        value={value}
        rows={8}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={refused ?? (isAsked && value.trim() === '' && 'Choose a file, or paste its lines')}
        classNames={{ input: classes.text }}
        spellCheck={false}
      />
      <Group className={`${textStyles.soft} ${textStyles.tabular}`} gap="8px 14px" fz={13.5}>
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void read(file)}>
          {(props) => (
            <Button
              {...props}
              size="compact-sm"
              variant="default"
              leftSection={<IconFileUpload size={15} stroke={1.7} aria-hidden />}
            >
              Choose a CSV file
            </Button>
          )}
        </FileButton>
        {firstDay !== undefined && lastDay !== undefined && (
          <span role="status">
            {formatPlural(closes.length, 'day')} read, {formatDayRange(firstDay, lastDay)}
          </span>
        )}
      </Group>
      {faults.length > 0 && (
        <Stack className={`${textStyles.tabular} ${surfaces.callout} ${surfaces.fault}`} gap={8} fz={13.5} role="alert">
          <p>{formatPlural(faults.length, 'line')} cannot be read; nothing is sent until each can.</p>
          <ul className={textStyles.soft}>
            {faults.slice(0, shownFaults).map(({ line, what }) => (
              <li key={line}>
                <b>Line {line}</b> {what}
              </li>
            ))}
          </ul>
          {faults.length > shownFaults && <p>And {formatPlural(faults.length - shownFaults, 'more line')}.</p>}
        </Stack>
      )}
    </Stack>
  )
}
