/** How long a file stays available after the browser's download began, in ms. */
const KEEP_MS = 60_000

/** Lets the browser save a file that a call gave; `pdf` is in base64. */
export function savePdf({ name, pdf }: { name: string; pdf: string }): void {
  const bytes = Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  link.download = name
  link.click()
  // By then the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS)
}
