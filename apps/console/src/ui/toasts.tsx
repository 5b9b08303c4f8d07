import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';

import { useTexts } from '../app/texts.tsx';

/** Short words about what was just done, with at most one action. */
export const toast = Toast.createToastManager();

export function Toasts() {
  return (
    <Toast.Provider toastManager={toast} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed start-1/2 bottom-16 z-50 flex w-[min(24rem,calc(100vw-2rem))] -translate-x-1/2 flex-col gap-2 md:bottom-6 rtl:translate-x-1/2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const t = useTexts();
  const { toasts } = Toast.useToastManager();
  return toasts.map((one) => (
    <Toast.Root
      key={one.id}
      toast={one}
      className="flex items-center gap-3 rounded-box bg-ink px-4 py-2.5 text-paper shadow-float transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
    >
      <Toast.Content className="flex min-w-0 flex-1 items-center gap-3">
        <Toast.Title className="min-w-0 flex-1" />
        <Toast.Action className="font-semibold underline underline-offset-2" />
      </Toast.Content>
      <Toast.Close aria-label={t('state.close')} className="rounded-box p-1">
        <X size={14} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  ));
}
