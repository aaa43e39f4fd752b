import { ActionIcon, Checkbox, Group, Select, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import type { WorkflowStep, WorkflowTool } from '@auspex/sdk'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Chevron } from '../../../ui/disclosure.tsx'
import classes from '../workflows.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** The inputs of a tool, by name. */
const ToolInputs = ({ tool }: { tool: WorkflowTool }) => {
  const { properties = {}, required = [] } = JSON.parse(tool.inputSchema) as JsonSchema // written by the server as JSON schema
  const fields = Object.entries(properties)
  if (fields.length === 0) return <p className={textStyles.caption}>It has no parameters.</p>
  return (
    <p className={textStyles.caption}>
      It takes{' '}
      {fields.map(([name, { type, description }], place) => (
        <span key={name}>
          {place > 0 && ', '}
          <code title={[type, description].filter(Boolean).join(': ')}>{name}</code>
          {!required.includes(name) && ' (optional)'}
        </span>
      ))}
      .
    </p>
  )
}

interface StepFieldsProps {
  step: WorkflowStep
  place: number
  count: number
  tools: readonly WorkflowTool[]
  /** The server's message for this step; undefined if there is none. */
  fault: string | undefined
  onChange: (step: WorkflowStep) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** A workflow with up to this many steps opens with all of them expanded. */
const maxExpanded = 5

/** One step: its tool, and the input of the tool. */
export const StepFields = ({ step, place, count, tools, fault, onChange, onMove, onRemove }: StepFieldsProps) => {
  const tool = tools.find(({ name }) => name === step.tool)
  const name = `step ${place + 1}`
  const id = useId()
  // a long list shows only summaries, except for the last step, which was just added
  const [isOpened, setOpened] = useState(count <= maxExpanded || place === count - 1)
  const isOpen = isOpened || fault !== undefined
  return (
    <li className={`${surfaces.panel} ${classes.step}`}>
      <div className={classes.stepHead}>
        <h3 className={textStyles.rowTitle}>
          <UnstyledButton
            className={classes.stepToggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpened(!isOpen)}
          >
            <span className={classes.stepNumber}>Step {place + 1}</span>
            <span className={classes.stepName}>{step.title || tool?.title || step.tool}</span>
            <Chevron isOpen={isOpen} />
          </UnstyledButton>
        </h3>
        <Group gap={4} wrap="nowrap">
          <ActionIcon aria-label={`Move ${name} up`} disabled={place === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Move ${name} down`} disabled={place === count - 1} onClick={() => onMove(1)}>
            <IconArrowDown size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Remove ${name}`} disabled={count === 1} onClick={onRemove}>
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      <div id={id} className={classes.stepFields} hidden={!isOpen}>
        <div className={classes.split}>
          <Select
            label="What it does"
            data={tools.map((one) => ({ value: one.name, label: one.title }))}
            value={step.tool}
            searchable
            allowDeselect={false}
            onChange={(next) => next !== null && onChange({ ...step, tool: next, input: '{}' })}
          />
          <TextInput
            label="Title"
            placeholder={tool?.title ?? step.tool}
            value={step.title}
            maxLength={300}
            onChange={(event) => onChange({ ...step, title: event.currentTarget.value })}
          />
          <TextInput
            label="Name"
            description="Later steps refer to it by this name"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={step.id}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ ...step, id: event.currentTarget.value })}
          />
        </div>
        {tool && <p className={textStyles.note}>{tool.description}</p>}
        {tool && <ToolInputs tool={tool} />}
        <Textarea
          label="Input, as JSON"
          value={step.input}
          autosize
          minRows={3}
          maxRows={16}
          maxLength={20_000}
          spellCheck={false}
          error={fault}
          styles={{ input: { fontFamily: 'ui-monospace, monospace', fontSize: 'var(--font-note)' } }}
          onChange={(event) => onChange({ ...step, input: event.currentTarget.value })}
        />
        <Checkbox
          label="Ask me before it runs"
          description={tool?.writes === true ? 'It changes something, so it always asks.' : undefined}
          checked={step.approval || tool?.writes === true}
          disabled={tool?.writes === true}
          onChange={(event) => onChange({ ...step, approval: event.currentTarget.checked })}
        />
      </div>
    </li>
  )
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly description?: string }>>
  readonly required?: readonly string[]
}
