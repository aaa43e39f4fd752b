import { NumberInput, Select } from '@mantine/core'
import type { NumberField, RuleDraft, RuleKind } from './rule-draft.ts'
import { kinds, windowsOf } from './rule-draft.ts'
import layout from '../../ui/layout.module.css'

interface RuleFieldsProps {
  draft: RuleDraft
  onChange: (draft: RuleDraft) => void
}

interface FieldWords {
  readonly label: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly scale: number
  readonly suffix?: string
}

const fieldWords: Record<NumberField, FieldWords> = {
  documents: { label: 'Documents', min: 1, max: 10_000_000, step: 5, scale: 0 },
  times: { label: 'Times the usual', min: 1, max: 1000, step: 0.5, scale: 2 },
  ratio: { label: 'Ratio', min: 1, max: 100, step: 0.1, scale: 2 },
  tone: { label: 'Mean tone', min: -1, max: 1, step: 0.05, scale: 2 },
  minDocuments: { label: 'Minimum documents', min: 1, max: 100_000, step: 5, scale: 0 },
}

const windowWords = (days: number) => (days === 1 ? 'One day' : `${days} days`)

/** When the monitor alerts: the kind of rule, then its numbers. */
export const RuleFields = ({ draft, onChange }: RuleFieldsProps) => {
  const { fields, text } = kinds[draft.kind]
  const windows = windowsOf(draft)
  return (
    <>
      <Select
        label="Alert me when"
        description={text}
        inputWrapperOrder={['label', 'input', 'description']}
        data={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
        value={draft.kind}
        // the options are the keys of kinds
        onChange={(kind) => kind !== null && onChange({ ...draft, kind: kind as RuleKind })}
        allowDeselect={false}
      />
      <div className={layout.pair}>
        {fields.map((field) => (
          <NumberInput
            key={field}
            label={fieldWords[field].label}
            min={fieldWords[field].min}
            max={fieldWords[field].max}
            step={fieldWords[field].step}
            decimalScale={fieldWords[field].scale}
            clampBehavior="strict"
            value={draft[field] ?? ''}
            onChange={(value) => onChange({ ...draft, [field]: typeof value === 'number' ? value : null })}
          />
        ))}
        {draft.kind === 'new-inflection' ? (
          <Select
            label="Which"
            data={[
              { value: 'any', label: 'Any' },
              { value: 'spike', label: 'Spikes' },
              { value: 'shift', label: 'Changes of level' },
            ]}
            value={draft.inflection}
            onChange={(inflection) => onChange({ ...draft, inflection: inflection ?? 'any' })}
            allowDeselect={false}
          />
        ) : windows.length === 0 ? null : (
          <Select
            label="Window"
            data={windows.map((days) => ({ value: String(days), label: windowWords(days) }))}
            value={String(windows.includes(draft.windowDays) ? draft.windowDays : windows[0])}
            onChange={(days) => onChange({ ...draft, windowDays: Number(days) })}
            allowDeselect={false}
          />
        )}
      </div>
    </>
  )
}
