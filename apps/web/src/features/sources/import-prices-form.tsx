import { Box, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import type { ImportClosesInput, ImportedCloses } from '@auspex/sdk'
import { type SubmitEvent, useDeferredValue, useMemo, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatDayRange, formatPlural } from '../../lib/format.ts'
import { ClosesInput } from './closes-input.tsx'
import { parseCloses } from './parse-closes.ts'
import { useImportCloses } from './sources.queries.ts'
import classes from './import-prices.module.css'
import textStyles from '../../ui/text-styles.module.css'
import layout from '../../ui/layout.module.css'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

const symbolPattern = /^[A-Z0-9.^=-]{1,20}$/
const currencyPattern = /^[A-Z]{3}$/

/** One symbol and its prices; what is wrong is said by line before anything is sent. */
export const ImportPricesForm = ({ onClose }: { onClose: () => void }) => {
  const save = useImportCloses(useClient())
  const [symbol, setSymbol] = useState('')
  const [market, setMarket] = useState<ImportClosesInput['market']>('stock')
  const [name, setName] = useState('')
  const [currency, setCurrency] = useState('')
  const [adjusted, setAdjusted] = useState(false)
  const [text, setText] = useState('')
  const [isAsked, setAsked] = useState(false)
  const settled = useDeferredValue(text)
  const parsed = useMemo(() => parseCloses(settled), [settled])
  const symbolFault = faultOfSymbol(symbol)
  const currencyFault = currency === '' || currencyPattern.test(currency) ? null : 'Three letters, such as EUR'
  const days = parsed.closes.length
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    const { closes, faults } = parseCloses(text)
    if (symbolFault !== null || currencyFault !== null || faults.length > 0 || closes.length === 0) return
    save.mutate(
      { symbol, market, name: name.trim() || null, currency: currency || null, adjusted, closes: [...closes] },
      {
        onSuccess: () => {
          setText('')
          setAsked(false)
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
            error={isAsked && symbolFault}
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
            error={isAsked && currencyFault}
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
      <ClosesInput value={text} parsed={parsed} isAsked={isAsked} onChange={setText} />
      <Stack gap={14} style={{ gridColumn: '1 / -1' }}>
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failure.message}. {failure.detail}
          </p>
        )}
        {save.isSuccess && text === '' && <ImportedPrices stored={save.data} />}
        <Group gap={8} align="stretch" wrap="nowrap">
          <Button type="submit" loading={save.isPending}>
            {days > 0 && parsed.faults.length === 0 ? `Import ${formatPlural(days, 'day')}` : 'Import'}
          </Button>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Close
          </Button>
        </Group>
        <Box component="p" className={textStyles.note} maw="90ch">
          A day that is already stored gets the new price, so you can send a file again, or correct a price by sending
          the right one. A day cannot be removed.
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

/** What is stored of the symbol now, and where it is of use. */
const ImportedPrices = ({ stored: { symbol, market, days, firstDay, lastDay } }: { stored: ImportedCloses }) => (
  <p className={textStyles.soft} role="status">
    <b>{symbol}</b> has {formatPlural(days, 'day')} now, {formatDayRange(firstDay, lastDay)}.{' '}
    <Link className={textStyles.inSentence} to="/compare" search={{ price: symbol, market }}>
      Compare signals with it
    </Link>
  </p>
)
