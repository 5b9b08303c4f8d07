import { useEffect, useRef } from 'preact/hooks';

const size = 40;

/** A thumbnail of an image before it is sent. Drawn on a canvas, because the page's policy may forbid `blob:` and `data:`. */
export function Preview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    let isGone = false;
    createImageBitmap(file).then(
      (image) => {
        const side = Math.min(image.width, image.height);
        const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
        if (!isGone) canvas.current?.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, size, size);
        image.close();
      },
      // An image that this browser cannot decode has no thumbnail.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [file]);
  // Needs no text alternative: the file name is beside it.
  return file.type.startsWith('image/') ? <canvas ref={canvas} width={size} height={size} /> : null;
}
