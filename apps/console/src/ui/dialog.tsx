import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';

interface DialogProps {
  open: boolean;
  /** Left out: it can be closed only by what stands in it. */
  onClose?: () => void;
  title: string;
  closeLabel?: string;
  children: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
  /** Stands near the top, and keeps its first line in place when it grows. */
  high?: boolean;
  /** Otherwise the first field of a form, else what comes first. */
  initialFocus?: RefObject<HTMLElement | null>;
}

const firstField = 'form :is(input, select, textarea)';

export function Dialog({ open, onClose, title, closeLabel, children, actions, wide, high, initialFocus }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose?.()} disablePointerDismissal={!onClose}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport
          className={`fixed inset-0 z-40 grid justify-items-center overflow-y-auto p-4 ${high ? 'items-start pt-[12vh]' : 'items-center'}`}
        >
          <BaseDialog.Popup
            ref={popup}
            // By touch, a field would open the keyboard over the dialog.
            initialFocus={
              initialFocus ??
              ((by) => by === 'touch' || (popup.current?.querySelector<HTMLElement>(firstField) ?? true))
            }
            className={`w-full ${wide ? 'max-w-3xl' : 'max-w-md'} rounded-box border border-line bg-paper text-ink shadow-float outline-none`}
          >
            <div className="flex items-center justify-between gap-4 px-5 pt-4">
              <BaseDialog.Title className="text-title font-semibold">{title}</BaseDialog.Title>
              {onClose && (
                <BaseDialog.Close
                  aria-label={closeLabel}
                  className="-me-2 inline-flex size-8 items-center justify-center rounded-box text-ink-soft hover:bg-hover"
                >
                  <X size={16} aria-hidden />
                </BaseDialog.Close>
              )}
            </div>
            <div className="px-5 py-4">{children}</div>
            {actions && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
