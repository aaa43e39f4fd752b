import type { WorkflowTool } from '@auspex/sdk'
import textStyles from '../../../ui/text-styles.module.css'

interface JsonSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly description?: string }>>
  readonly required?: readonly string[]
}

/** What a tool takes, name by name. */
export const ToolInputs = ({ tool }: { tool: WorkflowTool }) => {
  const { properties = {}, required = [] } = JSON.parse(tool.inputSchema) as JsonSchema // written by the server as JSON schema
  const fields = Object.entries(properties)
  if (fields.length === 0) return <p className={textStyles.caption}>It takes nothing.</p>
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
