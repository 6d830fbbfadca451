import { useTranslations } from 'use-intl'

/** Drawings of the three steps on a 96-unit grid: lines in the text's colour, and one shape in the step's own. */
const steps = [
  [
    'howChoose',
    'M14 22h28v30H14zM54 22h28v30H54zM14 62h28M54 62h28M20 70h16',
    'M68 28l10 9-10 11-10-11zM54 76h28',
    'M28 28l8 8-8 10-8-10z',
  ],
  [
    'howPay',
    'M16 24h64a5 5 0 0 1 5 5v40a5 5 0 0 1-5 5H16a5 5 0 0 1-5-5V29a5 5 0 0 1 5-5z',
    'M11 36h74',
    'M62 54l6 6 11-12M22 60h22',
  ],
  [
    'howPlay',
    'M48 12l10 9H38zM24 84V44l24-20 24 20v40z',
    'M48 40l9 10-9 14-9-14z',
    'M14 84h68M40 84V74h16v10M18 30v8M14 34h8M78 26v8M74 30h8',
  ],
] as const

/** Three drawn steps from the shelf to the game. */
export function HowItWorks() {
  const t = useTranslations('window')
  return (
    <section className="how" aria-labelledby="shop-how">
      <h2 id="shop-how" className="heading-3">
        {t('how')}
      </h2>
      <ol className="how-steps">
        {steps.map(([text, lines, mark, more], index) => (
          <li key={text}>
            <svg viewBox="0 0 96 96" className="how-art" aria-hidden="true">
              <path d={lines} />
              <path d={more} />
              <path d={mark} className="how-mark" />
            </svg>
            <p>
              <span className="how-number" aria-hidden="true">
                {index + 1}
              </span>
              {t(text)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
