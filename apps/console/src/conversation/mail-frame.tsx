import { useEffect, useRef, useState } from 'react';

const minHeight = 80;
/** Longer mails scroll inside the frame. */
const maxHeight = 1_200;

/**
 * The HTML of a mail in a document of another origin that reaches nothing of the console; its policy comes from the gateway
 * (`mailFrameHeaders`), and the HTML was made safe by the API.
 */
export function MailFrame({ html, hasImages, title }: { html: string; hasImages: boolean; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(minHeight);
  useEffect(() => {
    const hear = ({ data, source }: MessageEvent) => {
      const target = frame.current?.contentWindow;
      if (!target || source !== target) return;
      // Of an opaque origin, which no target origin names.
      if (data === 'ready') target.postMessage(html, '*');
      else if (typeof data === 'number') setHeight(Math.min(Math.max(data, minHeight), maxHeight));
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [html]);
  return (
    <iframe
      // Another document with another policy.
      key={String(hasImages)}
      ref={frame}
      title={title}
      src={`${import.meta.env.BASE_URL}mail-frame${hasImages ? '-images' : ''}.html`}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      height={height}
      className="block w-[36rem] max-w-full rounded-box border border-line bg-white"
    />
  );
}
