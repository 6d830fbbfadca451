import { baseKeymap, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { DOMParser as Reader, DOMSerializer, type Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { Button } from '@hc/ui/button'
import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/api.ts'
import { inertDocument } from '../lib/trusted-html.ts'
import { schema } from './schema.ts'

type Props = {
  label: string
  /** Sanitised HTML that the editor starts with; `onChange` gets each edit. */
  html: string
  lang: string
  onChange: (html: string) => void
  onError: (error: unknown) => void
}
const { nodes, marks } = schema

function htmlOf(state: EditorState): string {
  const holder = document.createElement('div')
  holder.append(DOMSerializer.fromSchema(schema).serializeFragment(state.doc.content))
  return holder.innerHTML
}
const stateOf = (html: string): EditorState =>
  EditorState.create({
    doc: Reader.fromSchema(schema).parse(inertDocument(html).body),
    plugins: [
      history(),
      keymap({
        'Mod-z': undo,
        'Mod-y': redo,
        'Shift-Mod-z': redo,
        'Mod-b': toggleMark(marks.strong),
        'Mod-i': toggleMark(marks.em),
        Enter: splitListItem(nodes.list_item),
        'Shift-Enter': (state, dispatch) => {
          dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
          return true
        },
        'Mod-[': liftListItem(nodes.list_item),
        'Mod-]': sinkListItem(nodes.list_item),
      }),
      keymap(baseKeymap),
    ],
  })

/** Pasted HTML after the shop's sanitiser, which runs on the server, never in the browser. */
async function cleaned(data: DataTransfer): Promise<Slice | string> {
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  if (html === '') return text
  const clean = await call('content/clean', { html })
  return Reader.fromSchema(schema).parseSlice(inertDocument(clean.html).body)
}

/** An article's text. Its schema is the allowlist of the shop's sanitiser. */
export function RichText({ label, html, lang, onChange, onError }: Props) {
  const t = useTranslations('desk')
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const now = useRef({ onChange, onError, html })
  useEffect(() => {
    now.current = { ...now.current, onChange, onError }
  })
  useEffect(() => {
    if (!place.current) return
    const insert = (editor: EditorView, data: DataTransfer | null, at: number | null): void => {
      if (!data) return
      cleaned(data).then((what) => {
        const { tr } = editor.state
        const spot = at ?? null
        if (typeof what === 'string') editor.dispatch(spot === null ? tr.insertText(what) : tr.insertText(what, spot))
        else
          editor.dispatch((spot === null ? tr.replaceSelection(what) : tr.replace(spot, spot, what)).scrollIntoView())
      }, now.current.onError)
    }
    const editor = new EditorView(place.current, {
      state: stateOf(now.current.html),
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id, class: 'rich-text input' },
      dispatchTransaction(transaction) {
        const state = editor.state.apply(transaction)
        editor.updateState(state)
        if (transaction.docChanged) now.current.onChange(htmlOf(state))
      },
      handleDOMEvents: {
        // Runs before the editor reads the clipboard itself.
        paste(editor, event) {
          event.preventDefault()
          insert(editor, event.clipboardData, null)
          return true
        },
        drop(editor, event) {
          event.preventDefault()
          insert(
            editor,
            event.dataTransfer,
            editor.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null,
          )
          return true
        },
      },
    })
    view.current = editor
    return () => editor.destroy()
  }, [id])
  const press = (command: Command) => () => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch)
    editor.focus()
  }
  const tools: readonly (readonly [string, Command])[] = [
    [t('articles.bold'), toggleMark(marks.strong)],
    [t('articles.italic'), toggleMark(marks.em)],
    [t('articles.heading'), setBlockType(nodes.heading, { level: 2 })],
    [t('articles.subheading'), setBlockType(nodes.heading, { level: 3 })],
    [t('articles.text'), setBlockType(nodes.paragraph)],
    [t('articles.bullets'), wrapInList(nodes.bullet_list)],
    [t('articles.numbers'), wrapInList(nodes.ordered_list)],
    [t('articles.quote'), wrapIn(nodes.blockquote)],
    [t('articles.undo'), undo],
  ]
  return (
    <div className="field">
      <span id={id} className="field-label">
        {label}
      </span>
      <div className="actions" role="toolbar" aria-label={t('articles.tools')}>
        {tools.map(([name, command]) => (
          <Button key={name} kind="quiet" size="small" onClick={press(command)}>
            {name}
          </Button>
        ))}
      </div>
      <div ref={place} lang={lang} />
    </div>
  )
}
