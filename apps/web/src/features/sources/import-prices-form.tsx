import type { ImportClosesInput, ImportedCloses, ImportedClose } from '@auspex/sdk'
import { Box, Button, Checkbox, Group, Stack, TextInput, FileButton, Textarea } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type SubmitEvent, useDeferredValue, useMemo, useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatPlural, formatCount } from '../../lib/numbers/format.ts'
import { formatDayRange } from '../../lib/time/format.ts'
import { toTime } from '../../lib/time/dates.ts'
import { CancelButton, Failure } from '../../ui/form-actions.tsx'
import layout from '../../ui/layout.module.css'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import classes from './sources.module.css'
import { useImportCloses } from './sources.queries.ts'

/** Larger files contain more than one import accepts. */
const maxBytes = 4_000_000

/** How many errors are shown; with more, the whole file needs fixing. */
const shownFaults = 5

/** Prices as a file or pasted, with a summary of what was parsed. */
const ClosesInput = ({ value, parsed: { closes, faults }, isSubmitted, onChange }: ClosesInputProps) => {
  const [refused, setRefused] = useState<string>()
  const readFile = async (file: File | null) => {
    if (file === null) return
    setRefused(file.size > maxBytes ? `${file.name} is larger than 4 MB. Send it in parts.` : undefined)
    if (file.size <= maxBytes) onChange(await file.text())
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
        error={refused ?? (isSubmitted && value.trim() === '' && 'Choose a file, or paste its lines')}
        classNames={{ input: classes.text }}
        spellCheck={false}
      />
      <Group className={`${textStyles.soft} ${textStyles.tabular}`} gap="8px 14px" fz="note">
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void readFile(file)}>
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
        <Stack className={`${textStyles.tabular} ${surfaces.callout} ${surfaces.fault}`} gap={8} fz="note" role="alert">
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

const symbolPattern = /^[A-Z0-9.^=-]{1,20}$/
const currencyPattern = /^[A-Z]{3}$/

/** One symbol and its prices; errors are shown by line before anything is sent. */
export const ImportPricesForm = ({ onClose }: { onClose: () => void }) => {
  const save = useImportCloses(useClient())
  const [symbol, setSymbol] = useState('')
  const [market, setMarket] = useState<ImportClosesInput['market']>('stock')
  const [name, setName] = useState('')
  const [currency, setCurrency] = useState('')
  const [adjusted, setAdjusted] = useState(false)
  const [text, setText] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const settled = useDeferredValue(text)
  const parsed = useMemo(() => parseCloses(settled), [settled])
  const symbolFault = faultOfSymbol(symbol)
  const currencyFault = currency === '' || currencyPattern.test(currency) ? null : 'Three letters, such as EUR'
  const days = parsed.closes.length
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    const { closes, faults } = parseCloses(text)
    if (symbolFault !== null || currencyFault !== null || faults.length > 0 || closes.length === 0) return
    save.mutate(
      { symbol, market, name: name.trim() || null, currency: currency || null, adjusted, closes: [...closes] },
      {
        onSuccess: () => {
          setText('')
          setIsSubmitted(false)
        },
      },
    )
  }
  const failure = save.error && describeFailure(save.error)
  return (
    <form noValidate className={`${layout.split} ${classes.form}`} onSubmit={submit} aria-label="Import closing prices">
      <Stack gap={16} miw={0}>
        <div className={layout.pair}>
          <TextInput
            label="Symbol"
            placeholder="FJRD"
            value={symbol}
            maxLength={20}
            error={isSubmitted && symbolFault}
            onChange={(event) => setSymbol(event.currentTarget.value.trim().toUpperCase())}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <TextInput
            label="Currency (optional)"
            placeholder="EUR"
            value={currency}
            maxLength={3}
            error={isSubmitted && currencyFault}
            onChange={(event) => setCurrency(event.currentTarget.value.trim().toUpperCase())}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <TextInput
          label="Name (optional)"
          placeholder="Fjord Oats ASA"
          value={name}
          maxLength={300}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="off"
        />
        <SegmentedControl
          aria-label="What it is"
          value={market}
          onChange={setMarket}
          data={[
            { value: 'stock', label: 'Stock or fund' },
            { value: 'crypto', label: 'Crypto currency' },
          ]}
        />
        <Checkbox
          label="Adjusted for splits and dividends"
          checked={adjusted}
          onChange={(event) => setAdjusted(event.currentTarget.checked)}
        />
      </Stack>
      <ClosesInput value={text} parsed={parsed} isSubmitted={isSubmitted} onChange={setText} />
      <Stack gap={14} style={{ gridColumn: '1 / -1' }}>
        <Failure failure={failure} />
        {save.isSuccess && text === '' && <ImportedPrices stored={save.data} />}
        <Group gap={8} align="stretch" wrap="nowrap">
          <Button type="submit" loading={save.isPending}>
            {days > 0 && parsed.faults.length === 0 ? `Import ${formatPlural(days, 'day')}` : 'Import'}
          </Button>
          <CancelButton onClick={onClose}>Close</CancelButton>
        </Group>
        <Box component="p" className={textStyles.note} maw="90ch">
          If a day already has a price, the new one replaces it, so you can send a file again. Days can’t be removed.
        </Box>
      </Stack>
    </form>
  )
}

const faultOfSymbol = (symbol: string): string | null => {
  if (symbol === '') return 'Write the symbol'
  if (!symbolPattern.test(symbol)) return 'Letters, digits and . ^ = - only'
  return symbol.startsWith('DEMO') ? 'Symbols that begin with DEMO belong to the demo' : null
}

/** What is now stored for the symbol, and where it can be used. */
const ImportedPrices = ({ stored: { symbol, market, days, firstDay, lastDay } }: { stored: ImportedCloses }) => (
  <p className={textStyles.soft} role="status">
    <b>{symbol}</b> has {formatPlural(days, 'day')} now, {formatDayRange(firstDay, lastDay)}.{' '}
    <Link className={textStyles.inSentence} to="/compare" search={{ price: symbol, market }}>
      Compare signals with it
    </Link>
  </p>
)

interface ClosesInputProps {
  value: string
  parsed: ParsedCloses
  /** Import was pressed: an empty field is now an error. */
  isSubmitted: boolean
  onChange: (text: string) => void
}

/** The maximum number of days in one import, and the highest price, according to the contract. */
const maxCloses = 20_000
const maxPrice = 1_000_000_000

/** An error in one line, counted from 1 as an editor does. */
interface LineFault {
  readonly line: number
  readonly what: string
}

interface ParsedCloses {
  readonly closes: readonly ImportedClose[]
  readonly faults: readonly LineFault[]
}

interface Columns {
  readonly day: number
  readonly close: number
}

const nothing: ParsedCloses = { closes: [], faults: [] }

/**
 * Reads days and closing prices from CSV, with or without a header, separated by commas, semicolons or tabs. Days are
 * YYYY-MM-DD, a time after them is ignored. A comma is the decimal separator unless commas separate the columns. If a day has
 * two different prices, the second is an error: it is unknown which is right.
 */
export const parseCloses = (text: string): ParsedCloses => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  const head = lines[first]
  if (head === undefined) return nothing
  const separator = ['\t', ';', ','].find((sign) => head.includes(sign)) ?? ','
  const namedColumns = toColumns(fieldsOf(head, separator))
  const isHeader = toDay(fieldsOf(head, separator)[0] ?? '') === null && /[a-z]/i.test(head)
  if (isHeader && namedColumns === null)
    return {
      closes: [],
      faults: [
        { line: first + 1, what: 'The header has no “date” or “close” column. Name both, or leave the header out.' },
      ],
    }
  const columns = (isHeader && namedColumns) || { day: 0, close: 1 }
  const closes = new Map<string, number>()
  const faults: LineFault[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (isHeader && index <= first)) continue
    const result = readLine(fieldsOf(line, separator), { columns, separator })
    const before = typeof result === 'string' ? undefined : closes.get(result.day)
    if (typeof result === 'string') faults.push({ line: index + 1, what: result })
    else if (before !== undefined && before !== result.close)
      faults.push({ line: index + 1, what: `${result.day} has two prices, ${before} and ${result.close}. Keep one.` })
    else closes.set(result.day, result.close)
  }
  if (closes.size > maxCloses)
    faults.push({
      line: lines.length,
      what: `You entered ${formatCount(closes.size)} days. The limit is ${formatCount(maxCloses)} per import. Send them in parts.`,
    })
  return { closes: Array.from(closes, ([day, close]) => ({ day, close })), faults }
}

/** A close, or the error in the line. */
const readLine = (
  fields: readonly string[],
  { columns, separator }: { columns: Columns; separator: string },
): ImportedClose | string => {
  const [dayText = '', closeText = ''] = [fields[columns.day], fields[columns.close]]
  const day = toDay(dayText)
  if (day === null) return `“${shorten(dayText)}” is not a date. Write it like 2026-11-20.`
  const plain = separator === ',' ? closeText : closeText.replace(',', '.')
  const close = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
  if (Number.isNaN(close))
    return closeText === '' ? `${day} has no price.` : `“${shorten(closeText)}” is not a price. Write it like 14.81.`
  return close > 0 && close <= maxPrice ? { day, close } : `${closeText} is not a price: it must be more than 0.`
}

const fieldsOf = (line: string, separator: string): string[] =>
  line.split(separator).map((field) =>
    field
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )

/** The columns of day and price according to the header. */
const toColumns = (names: readonly string[]): Columns | null => {
  const at = (pattern: RegExp) => names.findIndex((name) => pattern.test(name))
  const day = at(/^(date|day|time|timestamp)$/i)
  const close = [/^close$/i, /^(closing price|close price|price|close\/last|value)$/i, /^adj(usted)?[ ._-]?close$/i]
    .map(at)
    .find((index) => index >= 0)
  return day < 0 || close === undefined ? null : { day, close }
}

const toDay = (text: string): string | null => {
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1]
  if (day === undefined || Number.isNaN(toTime(day))) return null
  // 31 February is parsed as 3 March.
  return new Date(toTime(day)).toISOString().startsWith(day) ? day : null
}

const shorten = (text: string): string => (text.length > 30 ? `${text.slice(0, 30)}…` : text)
