import { Box, Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconChartCandle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { type PriceChoice, symbolsOptions } from './compare.queries.ts'
import textStyles from '../../ui/text-styles.module.css'

const typingPauseMs = 150

/** Finds a stock, fund or currency by symbol or name. */
export const PriceInput = ({ hint, onChoose }: { hint: string; onChoose: (price: PriceChoice) => void }) => {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), typingPauseMs)
  const { data, error } = useQuery(symbolsOptions(useClient(), asked))
  const items = typed.trim() === '' ? [] : (data?.items ?? [])
  const isEmpty = asked !== '' && data?.items.length === 0
  const choose = (symbol: string) => {
    const choice = items.find((item) => item.symbol === symbol)
    if (!choice) return
    combobox.closeDropdown()
    setTyped('')
    onChoose({ symbol, market: choice.kind === 'crypto' ? 'crypto' : 'stock' })
  }
  return (
    <Box maw={360}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.Target>
          <TextInput
            aria-label="Price to show over the signals"
            placeholder="A stock, fund or currency"
            description={error ? 'The list of symbols could not be loaded. Type again to retry.' : hint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={typed}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconChartCandle size={16} stroke={1.7} aria-hidden />}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={items.length === 0 && !isEmpty}>
          <Combobox.Options mah={300} style={{ overflowY: 'auto' }} aria-label="Prices">
            {isEmpty && <Combobox.Empty>No match. {hint}</Combobox.Empty>}
            {items.map(({ symbol, name, exchange, kind }) => (
              <Combobox.Option key={`${kind} ${symbol}`} value={symbol}>
                <b>{symbol}</b> {name}{' '}
                <Box component="span" className={textStyles.caption} fw={400}>
                  {exchange ?? kind}
                </Box>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
    </Box>
  )
}
