import { Icon } from '@hc/ui/icon'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { WithMessages } from '../../shell/with-messages.tsx'

const PAUSE = 'M8.5 5v14M15.5 5v14'
const PLAY = 'M7.5 5v14l11-7z'

/** Plays while the hero is in sight and nobody has paused it. */
function useInSight(film: React.RefObject<HTMLVideoElement | null>, paused: boolean): void {
  useEffect(() => {
    const video = film.current
    if (!video) return undefined
    if (paused) {
      video.pause()
      return undefined
    }
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) video.play().catch(() => undefined)
      else video.pause()
    })
    watch.observe(video)
    return () => watch.disconnect()
  }, [film, paused])
}

function Film({ src }: { src: string }) {
  const t = useTranslations('film')
  const film = useRef<HTMLVideoElement>(null)
  const [isOn, setOn] = useState(false)
  const [paused, setPaused] = useState(false)
  useInSight(film, paused)
  return (
    <>
      <video
        ref={film}
        src={src}
        muted
        loop
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        className="hero-art hero-video"
        data-on={isOn || undefined}
        onPlaying={() => setOn(true)}
      />
      {isOn && (
        <button
          type="button"
          className="icon-btn hero-pause"
          aria-label={t(paused ? 'play' : 'pause')}
          onClick={() => setPaused(!paused)}
        >
          <Icon name={paused ? PLAY : PAUSE} />
        </button>
      )}
    </>
  )
}

/** The brand's film over the hero's picture: silent, over and over. The picture stays where it cannot be played. */
export default function HeroVideo({ src }: { src: string }) {
  return (
    <WithMessages namespaces={['film']}>
      <Film src={src} />
    </WithMessages>
  )
}
