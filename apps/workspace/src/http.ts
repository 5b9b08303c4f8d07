import { userApi } from '@parley/contracts';
import { combine, implement } from '@parley/service-kit';

import type { Context } from './context.ts';
import { changePassword } from './user/change-password.ts';
import { checkPasswordResetKey } from './user/check-password-reset-key.ts';
import { deleteUser } from './user/delete-user.ts';
import { getUser } from './user/get-user.ts';
import { requestPasswordReset } from './user/request-password-reset.ts';
import { resendVerificationMail } from './user/resend-verification-mail.ts';
import { resetPassword } from './user/reset-password.ts';
import { signIn } from './user/sign-in.ts';
import { signUp } from './user/sign-up.ts';
import { updateUser } from './user/update-user.ts';
import { verifyEmail } from './user/verify-email.ts';

export const http = combine(
  implement<typeof userApi, Context>(userApi, {
    signUp,
    signIn,
    verifyEmail,
    requestPasswordReset,
    checkPasswordResetKey,
    resetPassword,
    getUser,
    updateUser,
    changePassword,
    resendVerificationMail,
    deleteUser,
  }),
);
