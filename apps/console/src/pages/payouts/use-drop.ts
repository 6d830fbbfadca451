import { useEffect, useRef, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Takes a file that is dropped anywhere on the page. True: one is above it. */
export function useDrop(on: boolean, take: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const taker = useRef(take)
  useEffect(() => {
    taker.current = take
  })
  useEffect(() => {
    if (!on) return
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0]
      setOver(false)
      // A file that is dropped on a field stays the field's.
      if (!file || (event.target instanceof HTMLInputElement && event.target.type === 'file')) return
      event.preventDefault()
      taker.current(file)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [on])
  return isOver
}
